import { expect, test } from "vitest";
import { stylesOf } from "./stylesOf.ts";

const html =
  '<main id="main"><h1 class="big [&amp;&gt;a]:red">Hello <a href="/">you</a></h1><p hidden>.</p></main>';

test.each([
  ["a class that is there", ".big{font-size:3rem}"],
  ["one that HTML writes otherwise", ".\\[\\&\\>a\\]\\:red>a{color:red}"],
  ["an element, an attribute", "h1{margin:0}[hidden]{display:none}"],
  ["what everything is drawn by", ":root{--ink:#000}*,:before{margin:0}::selection{color:red}"],
  ["a state", ".big:hover{color:red}a:not(.small){color:#00f}"],
  ["one of several", ".small,.big{color:red}"],
  ["one of several in one", ":where(.small,.big){color:red}"],
  ["within conditions, in its layer", "@layer a;@layer b{@media print{.big{color:red}}}"],
  ["a font", "@font-face{font-family:Figtree;src:url(/f.woff2)}"],
])("the styles of a page have %s", (_, rules) => {
  expect(stylesOf(html, rules)).toBe(rules);
});

test.each([
  ["a class", ".small{color:red}"],
  ["a class on one that is there", ".big.small{color:red}"],
  ["an element", "table{color:red}"],
  ["an attribute", "[data-toast]{color:red}"],
  ["all of several", ":where(.small,table){color:red}"],
])("the styles of a page lack %s of other screens", (_, rules) => {
  expect(stylesOf(html, rules)).toBe("");
});
