/** The front of the building, its stoep and its pots. */
export const House = () => (
  <>
    <path
      d="M100 460V140h124c14 0 20-8 20-22 0-24 22-22 30-42 8-18 24-32 46-32s38 14 46 32c8 20 30 18 30 42 0 14 6 22 20 22h124v320z"
      className="fill-wall"
    />
    <path
      d="M100 140h124c14 0 20-8 20-22 0-24 22-22 30-42 8-18 24-32 46-32s38 14 46 32c8 20 30 18 30 42 0 14 6 22 20 22h124"
      fill="none"
      strokeWidth="7"
      strokeLinecap="round"
      className="stroke-trim"
    />
    <circle cx="320" cy="98" r="15" strokeWidth="5" className="fill-pane stroke-trim" />
    <UpperWindow x={152} />
    <UpperWindow x={292} />
    <UpperWindow x={432} />
    <path d="M100 300h440v160H100z" className="fill-wall-shade" />
    <LowerWindow x={138} />
    <LowerWindow x={424} />
    <Door />
    <Roof />
    <Stoep />
    <Aloe />
    <Protea />
  </>
);

const UpperWindow = ({ x }: { x: number }) => (
  <g transform={`translate(${x} 160)`}>
    <path d="M-18 0h18v66h-18zM56 0h18v66H56z" className="fill-leaf-shade" />
    <path
      d="M-18 14h18m-18 14h18m-18 14h18m-18 14h18M56 14h18M56 28h18M56 42h18M56 56h18"
      strokeWidth="2"
      className="stroke-leaf"
    />
    <path d="M0 0h56v66H0z" strokeWidth="5" className="fill-pane stroke-trim" />
    <path d="M28 0v66M0 30h56" strokeWidth="4" className="stroke-trim" />
    <path
      d="M2 64c2-10 10-10 13-3 3-11 13-11 15 0 3-10 12-9 14 0 3-6 9-5 10 3z"
      className="fill-leaf"
    />
    <path d="M-3 64h62v10H-3z" className="fill-brick" />
  </g>
);

const LowerWindow = ({ x }: { x: number }) => (
  <g transform={`translate(${x} 336)`}>
    <path d="M0 0h78v66H0z" strokeWidth="6" className="fill-pane stroke-trim" />
    <path d="M39 0v66M0 33h78" strokeWidth="4" className="stroke-trim" />
    <path d="M-6 69h90" strokeWidth="7" strokeLinecap="round" className="stroke-stone" />
  </g>
);

/** A stable door: the upper half is open, and somebody leans on the lower one. */
const Door = () => (
  <>
    <path d="M272 460V324h96v136z" className="fill-trim" />
    <path d="M280 460V332h80v128z" className="fill-inside" />
    <path d="M236 332h36v74h-36z" className="fill-leaf-shade" />
    <path d="M243 340h22v58h-22z" fill="none" strokeWidth="2.5" className="stroke-leaf" />
  </>
);

const Roof = () => (
  <>
    <path d="M118 250h404l44 46H74z" className="fill-brick" />
    <path
      d="M150 250l-24 46m66-46-16 46m58-46-9 46m51-46-3 46m47-46v46m44-46 3 46m39-46 9 46m33-46 16 46m26-46 24 46"
      strokeWidth="3"
      className="stroke-brick-shade"
    />
    <path d="M70 296h500v9H70z" className="fill-trim" />
    <path d="M86 304h10v156H86zM544 304h10v156h-10z" className="fill-trim" />
    <path d="M96 318c18 0 28-4 34-14H96zM544 318c-18 0-28-4-34-14h34z" className="fill-trim" />
  </>
);

const Stoep = () => (
  <>
    <path d="M64 460h512v64H64z" className="fill-brick-shade" />
    <path d="M58 456h524v11H58z" className="fill-brick" />
    <path d="M264 486h112v38H264z" className="fill-brick" />
    <path d="M244 506h152v18H244z" className="fill-brick" />
    <path d="M264 496h112v10H264zM244 516h152v8H244z" className="fill-brick-shade" opacity="0.55" />
  </>
);

const Aloe = () => (
  <g transform="translate(120 0)">
    <path d="M-2 412c-3-18-2-34 2-52 5 18 6 34 3 52z" fill="#d9683c" />
    <path
      d="M0 430c-8-12-24-20-34-20 10 10 16 18 20 26h28c4-8 10-16 20-26-10 0-26 8-34 20-1-14-7-28-14-34-1 12 1 24 6 34m8 0c1-14 7-28 14-34 1 12-1 24-6 34"
      className="fill-leaf-shade"
    />
    <path d="M-20 432h40l-5 26h-30z" fill="#c98a5a" />
    <path d="M-23 428h46v8h-46z" fill="#b87748" />
  </g>
);

const Protea = () => (
  <g transform="translate(524 0)">
    <path d="M0 432V404" strokeWidth="5" className="stroke-leaf-shade" />
    <path
      d="M0 428c-18-2-26-14-28-26 14 2 24 10 28 26zm0 0c18-2 26-14 28-26-14 2-24 10-28 26z"
      className="fill-leaf-shade"
    />
    <path
      d="M0 408c-14-4-20-18-17-32 5 3 8 7 10 12 0-8 3-14 7-19 4 5 7 11 7 19 2-5 5-9 10-12 3 14-3 28-17 32z"
      fill="#cf6f7d"
    />
    <path d="M0 404c-6-6-7-14 0-24 7 10 6 18 0 24z" fill="#f0c9c4" />
    <path d="M-20 432h40l-5 26h-30z" fill="#c98a5a" />
    <path d="M-23 428h46v8h-46z" fill="#b87748" />
  </g>
);
