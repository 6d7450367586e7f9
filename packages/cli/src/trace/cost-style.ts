/** The design's tokens, light and dark. */
export const COST_STYLE = `
:root {
  --bg: oklch(.988 .002 235); --surface: #fff; --line: oklch(.908 .006 230);
  --ink: oklch(.235 .014 235); --ink2: oklch(.405 .016 235); --ink3: oklch(.505 .016 235);
  --cached: oklch(.93 .03 212); --cached-line: oklch(.46 .083 212); --written: oklch(.66 .083 212);
  --uncached: oklch(.235 .014 235); --output: oklch(.72 .006 230);
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: oklch(.208 .009 238); --surface: oklch(.242 .010 238); --line: oklch(.295 .011 238);
    --ink: oklch(.935 .005 230); --ink2: oklch(.795 .010 232); --ink3: oklch(.685 .013 232);
    --cached: oklch(.30 .04 205); --cached-line: oklch(.785 .085 205); --written: oklch(.60 .085 205);
    --uncached: oklch(.935 .005 230); --output: oklch(.46 .010 232);
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 400 13px/20px Inter, system-ui, sans-serif }
main { max-width: 960px; margin: 0 auto; padding: 32px 20px 40px }
h1 { font-size: 24px; line-height: 32px; font-weight: 600; margin: 0 }
h2 { font-size: 16px; line-height: 22px; font-weight: 600; margin: 0 0 16px }
.meta { color: var(--ink3); font-weight: 400; font-size: 12px }
.legend { display: flex; flex-wrap: wrap; gap: 16px; list-style: none; padding: 0; margin: 16px 0; color: var(--ink2) }
.legend li { display: flex; align-items: center; gap: 8px }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin: 0 0 20px }
.chart { width: 100%; height: auto; display: block; margin: 0 0 16px }
.chart text { font-size: 13px; dominant-baseline: central; fill: var(--ink2) }
.chart .value { fill: var(--ink) }
.cached { fill: var(--cached); stroke: var(--cached-line) }
.written { fill: var(--written) }
.uncached { fill: var(--uncached) }
.output { fill: var(--output) }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: right; padding: 4px 8px; border-top: 1px solid var(--line); font-weight: 400; white-space: nowrap }
th:first-child { text-align: left; padding-left: 0 }
thead th { color: var(--ink3); font-size: 11px; line-height: 16px; border: 0 }
`
