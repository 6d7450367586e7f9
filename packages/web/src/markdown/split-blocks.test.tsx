import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown, MarkdownPiece } from './markdown.tsx'
import { splitBlocks, type SplitText } from './split-blocks.ts'

/** Blank lines at the end of unclosed code are counted differently at times; they render nothing visible. */
function render(text: string): string {
  return renderToStaticMarkup(<MarkdownPiece text={text} />).replaceAll(/\s+(?=<\/code>)/g, '')
}

/** Blocks are separated by a line break, which renders nothing. */
function renderApart(text: string): string {
  return splitBlocks(text, 0)
    .pieces.map(render)
    .filter((html) => html !== '')
    .join('\n')
}

/** Lines that begin, continue or end blocks; `␉` is a tab. */
const LINES = `




Words.
Words
# Title
---
===
> said
>
> \`\`\`
    set in
␉set in
- one
-
- [ ] task
* * *
**bold**
**
1. first
2) second
1
12 people
   more
  more
\`\`\`
\`\`\`ts
\`\`\` a\`b
\`\`\`\`
~~~
  \`\`\`
   \`\`\`
    \`\`\`
     \`\`\`
- \`\`\`
1. \`\`\`
  ~~~
<div>
</div>
<!-- x
-->
<pre>
</pre>
<https://e.org>
 <b>
a <b>b</b>
| a | b |
| - | - |
| 1 | 2 |
[a]: https://e.org
[a
b]: https://e.org
[a]
[a b]
> [a]: /b
[^1]: Because.
So.[^1]
https://e.org[^1]
[[note]]
[key: string]: unknown
\`open
*open
\\`
  .replaceAll('␉', '\t')
  .split('\n')
const text = fc
  .tuple(fc.array(fc.constantFrom(...LINES), { maxLength: 24 }), fc.constantFrom('\n', '\n', '\r\n', '\r'))
  .map(([lines, end]) => lines.join(end))

test('blocks parsed alone equal blocks parsed together', () => {
  fc.assert(
    fc.property(text, (whole) => {
      expect(splitBlocks(whole, 0).pieces.join('')).toBe(whole)
      expect(renderApart(whole)).toBe(render(whole))
    }),
    { numRuns: 250 },
  )
})

test('while a text grows, only its last block changes', () => {
  const answer = Array.from(
    { length: 40 },
    (_, at) =>
      `## Part ${at}\n\nSome **words** of it.\n\n1. one\n   \`\`\`sh\n   run\n\n   more\n   \`\`\`\n\n2. two\n\n\`\`\`ts\nif (a[0]) {\n\n  type A = {\n    [key: string]: B\n  }\n}\n\`\`\`\n\n| a | b |\n| - | - |\n| ${at} | 2 |\n\n- x\n\n- y\n\n**Last** of it.\n\n`,
  ).join('')
  let before: readonly string[] = []
  let known: SplitText | undefined
  for (let length = 0; length <= answer.length; length += 7) {
    const { pieces } = splitBlocks(answer.slice(0, length))
    known = splitBlocks(answer.slice(0, length), undefined, known)
    expect(known.pieces).toEqual(pieces)
    expect(pieces.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
    expect(pieces.at(-1)?.length).toBeLessThan(2_000)
    before = pieces
  }
  expect(before.length).toBeGreaterThan(5)
})

test('a text whose definitions reach back is parsed as one block', () => {
  const words = 'Some words with [a name] in them.\n\n'.repeat(200)
  expect(splitBlocks(words).pieces.length).toBeGreaterThan(1)
  expect(splitBlocks(`${words}[a name]: https://e.org\n`).pieces).toHaveLength(1)
})

const renderGrowing = (growing: string): string =>
  renderToStaticMarkup(<Markdown text={growing} isLive sources={[]} onOpenSource={() => undefined} />)

const GROWING = [
  '## Sum\n\nInline $E = mc^2$ costs $5 and $7:\n\n$$\n\\int_0^1 x^2\\,dx\n= \\frac13\n$$\n\nSo **much** for [that](https://example.org).',
  '\\[ \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\]\n\n1. First:\n\n   ```python\n   def norm(x): return x\n   ```\n2. Second\n   - [x] done',
  '> A quote\n>\n> ```ts\n> let a\n> ```\n\n| a | b | c |\n| - | -: | - |\n| 1 | 2 | 3 |\n| x | ==y== | ~~z~~ |\n\nEnd.',
  '<details><summary>More</summary>\n\nInside **bold**:\n\n```sh\nls\n```\n\n</details>\n\nAfter it, “a quote” and `code`.',
]

test.each(GROWING)('no block of an answer goes or changes its kind while it grows: %#', (answer) => {
  let before: readonly string[] = []
  for (let length = 1; length <= answer.length; length++) {
    const blocks = blocksOf(renderGrowing(answer.slice(0, length)))
    expect(blocks.slice(0, before.length), JSON.stringify(answer.slice(0, length))).toEqual(before)
    before = blocks
  }
})

/** The elements at the top, in order. */
function blocksOf(html: string): readonly string[] {
  const blocks: string[] = []
  let depth = 0
  for (const [, end, tag = '', rest = ''] of html.matchAll(/<(\/?)([a-z\d]+)([^>]*)>/g)) {
    if (end) depth -= 1
    else if (depth++ === 0) blocks.push(tag)
    if (!end && (rest.endsWith('/') || tag === 'input' || tag === 'br')) depth -= 1
  }
  return blocks
}
