const limb = { fill: "none", strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** The people of the picture, and the cat. */
export const Neighbours = () => (
  <>
    <AtTheDoor />
    <Gogo />
    <Oupa />
    <Cat />
  </>
);

/** Somebody leaning on the lower half of the stable door. */
const AtTheDoor = () => (
  <>
    <path d="M288 416v-14c0-14 12-22 32-22s32 8 32 22v14z" fill="#efe4d2" />
    <path d="M313 372h14v14c-4 5-10 5-14 0z" fill="#7a4e35" />
    <ellipse cx="320" cy="362" rx="15.5" ry="17" fill="#8a5a3c" />
    <path
      d="M303 362c-4-18 4-28 17-28s21 10 17 28c-3-8-6-12-8-13-6 3-14 3-19 0-3 2-5 6-7 13z"
      fill="#2a201b"
    />
    <path d="M314 368c3 4 8 4 11 0" strokeWidth="2" stroke="#4d2f20" {...limb} />
    <path d="M280 402h80v58h-80z" className="fill-leaf-shade" />
    <path d="M288 414h64v38h-64z" strokeWidth="2.5" fill="none" className="stroke-leaf" />
    <circle cx="350" cy="408" r="3" className="fill-trim" />
    <path d="M292 400h34m22 0h-26" strokeWidth="13" stroke="#efe4d2" {...limb} />
    <path d="M318 399h12" strokeWidth="10" stroke="#8a5a3c" {...limb} />
  </>
);

/** She sits on the left with her mug, turned to the others. */
const Gogo = () => (
  <>
    <path d="M184 462c-6-30-2-62 12-70 16-8 32 2 34 22 2 16 2 34 0 50z" fill="#d99a3c" />
    <path
      d="M183 452c22-8 42-6 60-2 10 3 12 10 11 20l-4 30h-34l-2-22c-12 0-24-1-32-6-4-4-4-14 1-20z"
      fill="#c5842a"
    />
    <path d="M222 496v20m18-20v20" strokeWidth="10" stroke="#6b4430" {...limb} />
    <path d="M217 519h14m4 0h15" strokeWidth="9" stroke="#3b2a22" {...limb} />
    <path d="M205 384h13v14c-4 5-9 5-13 0z" fill="#5b3827" />
    <ellipse cx="213" cy="373" rx="15.5" ry="17" fill="#6b4430" />
    <path d="M196 376c-4-16 2-29 18-30 12 0 18 7 17 16-10-2-22 0-35 14z" fill="#2f6f6a" />
    <path d="M199 360c-10-2-14-10-10-16 8 0 12 6 14 11z" fill="#2f6f6a" />
    <path d="M218 380c3 3 7 2 9-1" strokeWidth="2" stroke="#3f2619" {...limb} />
    <path d="M206 412c2 16 10 24 34 22" strokeWidth="13" stroke="#d99a3c" {...limb} />
    <path d="M240 434h6" strokeWidth="10" stroke="#6b4430" {...limb} />
    <Mug x={246} />
  </>
);

/** He sits on the right and tells a story with his hand. */
const Oupa = () => (
  <g transform="translate(-8 0)">
    <path d="M454 462c8-28 6-62-8-70-16-8-34 0-36 20-2 18 0 34 4 50z" fill="#5b7c93" />
    <path d="M444 454h-40l4 60m22-60-6 4 2 56" strokeWidth="17" stroke="#4a4038" {...limb} />
    <path d="M398 519h14m6 0h12" strokeWidth="9" stroke="#2a201b" {...limb} />
    <path d="M423 384h13v14c-4 5-9 5-13 0z" fill="#96623f" />
    <ellipse cx="427" cy="372" rx="15.5" ry="17" fill="#a87250" />
    <path d="M414 378c0 14 6 18 14 17 8-1 15-7 15-19-6 2-8 4-12 4-6-4-12-4-17-2z" fill="#ece5dc" />
    <path
      d="M411 362c0-14 12-20 22-16 8 2 12 10 11 22-4-4-6-6-7-10-10 2-18 2-26 4z"
      fill="#6e5a49"
    />
    <path d="M405 361h26" strokeWidth="5" stroke="#6e5a49" {...limb} />
    <path d="M432 412c-4 18-18 18-34 8" strokeWidth="13" stroke="#6f90a6" {...limb} />
    <path d="M398 420l-9-9m9 9-12-3" strokeWidth="6" stroke="#a87250" {...limb} />
  </g>
);

const Mug = ({ x }: { x: number }) => (
  <g transform={`translate(${x} 420)`}>
    <path d="M12 4c8-1 8 12 0 11" strokeWidth="3" stroke="#fdf9f1" {...limb} />
    <path d="M-2 0h14v16c0 3-14 3-14 0z" fill="#fdf9f1" />
    <path
      d="M2-6c-3-5 3-7 0-12m7 12c-3-5 3-7 0-12"
      strokeWidth="2"
      opacity="0.8"
      stroke="#fdf9f1"
      {...limb}
    />
  </g>
);

const Cat = () => (
  <g transform="translate(488 0)">
    <path d="M-20 457c-4-16 6-24 18-24 14 0 22 8 20 24z" fill="#c9803f" />
    <path d="M16 452c12 4 18 12 12 20" strokeWidth="6" stroke="#c9803f" {...limb} />
    <path d="M-26 436l-1-14 8 6h6l8-6v14c0 16-21 16-21 0z" fill="#c9803f" />
    <path d="M-22 436h3m6 0h3" strokeWidth="2" stroke="#3b2a22" {...limb} />
  </g>
);
