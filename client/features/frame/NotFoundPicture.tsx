/** The 404 picture: a wall with a number, a lamp and a mat, but only the chalk outline of a door. */
export const NoDoor = ({ className }: { className: string }) => (
  <svg
    viewBox="0 0 520 330"
    role="img"
    aria-label="A wall with the house number 404 and a door drawn in chalk; a cat waits in front of it"
    className={className}
  >
    <path d="M36 24h448v256H36z" className="fill-wall" />
    <path d="M28 18h464v12H28z" className="fill-trim" />
    <path
      d="M36 84h60m262-20h62m24 92h40M150 206h40m204 28h60M212 64h44"
      strokeWidth="3"
      strokeLinecap="round"
      className="stroke-wall-shade"
    />
    <path
      d="M204 278V128a56 56 0 0 1 112 0v150M204 190h112"
      fill="none"
      strokeWidth="4"
      strokeLinecap="round"
      strokeDasharray="11 9"
      className="stroke-trim"
    />
    <circle cx="298" cy="216" r="5" fill="none" strokeWidth="3" className="stroke-trim" />
    <path d="M366 96h76v40h-76z" className="fill-leaf-shade" />
    <path d="M371 101h66v30h-66z" fill="none" strokeWidth="2" className="stroke-leaf" />
    <text x="404" y="125" textAnchor="middle" fontSize="24" fontWeight="700" fill="#fdf9f1">
      404
    </text>
    <path
      d="M140 128v-12q0-8 8-8h16m0-12v24"
      fill="none"
      strokeWidth="5"
      strokeLinecap="round"
      className="stroke-stone"
    />
    <path d="M128 128h24l5 30h-34z" className="fill-pane" />
    <path d="M126 124h28v6h-28zM121 156h38v6h-38z" className="fill-brick-shade" />
    <path d="M36 280h448v14H36z" className="fill-brick" />
    <path d="M36 294h448v18H36z" className="fill-brick-shade" />
    <path d="M10 315h500" strokeWidth="6" strokeLinecap="round" className="stroke-stone" />
    <path d="M188 272h144l10 12H178z" className="fill-leaf-shade" />
    <path d="M200 278h120" strokeWidth="2" strokeDasharray="6 5" className="stroke-leaf" />
    <Cat />
    <Plant />
  </svg>
);

/** The cat from behind, looking up at where the handle should be. */
const Cat = () => (
  <g transform="translate(352 0)">
    <path
      d="M22 276c22 0 26-18 16-26"
      strokeWidth="7"
      strokeLinecap="round"
      fill="none"
      stroke="#c9803f"
    />
    <path d="M-22 282c-2-30 6-48 22-48s24 18 22 48z" fill="#c9803f" />
    <path d="M-18 232l-1-20 10 8h16l10-8 1 20c0 20-36 20-36 0z" fill="#c9803f" />
    <path
      d="M-7 222v7m7-8v8m7-7v7M-6 252h12m-14 12h16"
      strokeWidth="2.5"
      strokeLinecap="round"
      stroke="#a5632a"
    />
  </g>
);

const Plant = () => (
  <g transform="translate(84 0)">
    <path
      d="M0 246c-8-14-24-22-34-22 10 12 16 20 20 30h28c4-10 10-18 20-30-10 0-26 8-34 22-1-16-7-32-14-40-1 14 1 28 6 40m8 0c1-16 7-32 14-40 1 14-1 28-6 40"
      className="fill-leaf-shade"
    />
    <path d="M-16 236h32v16h-32z" className="fill-leaf-shade" />
    <path d="M-20 252h40l-5 28h-30z" fill="#c98a5a" />
    <path d="M-23 248h46v8h-46z" fill="#b87748" />
  </g>
);
