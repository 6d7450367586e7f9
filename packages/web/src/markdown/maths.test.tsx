import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'
import { markMaths } from './maths.ts'
import { NoteMarkdown } from './note-markdown.tsx'
import { settleMarkdown, splitBlocks } from './split-blocks.ts'

function render(text: string): string {
  return renderToStaticMarkup(<Markdown text={text} sources={[]} onOpenSource={() => {}} />)
}

/** The formulas of a text; those on lines of their own behind a `D`. */
function formulas(text: string): readonly string[] {
  return [...render(text).matchAll(/<span class="formula( display)?"[^>]*data-source="([^"]*)"/g)].map(
    ([, display, formula = '']) => `${display ? 'D ' : ''}${formula}`,
  )
}

describe('formulas', () => {
  test.each([
    ['in dollars', 'So $E = mc^2$ holds.', ['E = mc^2']],
    ['in double dollars', 'So $$a_1 * b_1$$ holds.', ['D a_1 * b_1']],
    ['in round brackets', String.raw`So \(\frac{a_1}{b_1}\) holds.`, [String.raw`\frac{a_1}{b_1}`]],
    [
      'in square brackets',
      String.raw`\[ \int_{-\infty}^{\infty} e^{-x^2}\,dx \]`,
      [String.raw`D \int_{-\infty}^{\infty} e^{-x^2}\,dx`],
    ],
    [
      'over several lines, with rows',
      '\\[\n\\begin{pmatrix} a &amp b \\\\\n- c & d \\end{pmatrix}\n\\]',
      ['D \\begin{pmatrix} a &amp;amp b \\\\\n- c &amp; d \\end{pmatrix}'],
    ],
    ['that begin beside their mark', '$$a\n+ b$$', ['D a + b']],
    ['in an item of a list', '- So\n  $$\n  x\n  $$\n- y $z$', ['D x', 'z']],
    ['in a quote', '> $$\n> x_1\n> $$', ['D x_1']],
    ['in a cell of a table', '| a | b |\n| - | - |\n| $x_1$ | \\(|y|\\) |', ['x_1', '|y|']],
    ['with backticks', '$a``b$', ['a``b']],
    ['as GitHub has them', '```math\nx\n```', ['D x']],
  ])('are recognised: %s', (_, text, found) => {
    expect(formulas(text)).toEqual(found)
  })

  test.each([
    ['prices', 'It costs $5 and $10, or $5-$10.'],
    ['escaped dollars', String.raw`\$x$ and \\(x\\)`],
    ['code in a line', 'Run `echo $HOME$` and `\\(x\\)`.'],
    ['a block of code', '```sh\n$x$\n\\[ x \\]\n```'],
    ['prices in a table', '| $5 | $6 |\n| - | - |\n| $a|$b | c |'],
    ['one that never ends', 'So $$x and \\[ y.'],
  ])('are not found in %s', (_, text) => {
    expect(formulas(text)).toEqual([])
  })

  test('work in notes as in answers, and lines keep their numbers', () => {
    const text = 'One $x$.\n\n$$a\n+ b$$\n\nLast.'
    const html = renderToStaticMarkup(<NoteMarkdown text={text} linesBefore={0} />)
    expect(html.match(/data-source/g)).toHaveLength(2)
    expect(html).toContain('<p data-line="6">Last.</p>')
    expect(markMaths(text).split('\n')).toHaveLength(text.split('\n').length)
  })
})

test('details fold and contain Markdown; other HTML stays text', () => {
  expect(render('<details>\n<summary>More</summary>\n\nIt is **so**.\n\n</details>')).toBe(
    '<details>\n<summary>More</summary>\n<p>It is <strong>so</strong>.</p>\n</details>',
  )
  expect(render('<details open><summary>More</summary>Words</details>')).toContain('<details open="">')
  expect(render('<details ontoggle="x()">\n\nWords\n\n</details>')).not.toContain('<details')
})

test('numbers footnotes where no source can be meant', () => {
  const html = render('It is so.[^a]\n\n[^a]: Because.')
  expect(html).toMatch(/It is so\.<sup><button[^>]*>1<\/button><\/sup>/)
  expect(html).toContain('Because.')
})

test('callouts, highlights and tasks look the same in answers and notes', () => {
  expect(render('> [!warning] Mind\n> the gap')).toMatch(
    /class="callout".*callout-title">Mind<\/p><p>the gap/s,
  )
  expect(render('It is ==so== here')).toContain('<mark>so</mark>')
})

/** 100 KB each, made of what opens something again and again. */
const UNITS = [
  '$',
  '$a',
  '$$',
  '$$a\n',
  '$ a',
  '\\(',
  '\\[',
  '\\[\n',
  '\\(a',
  '\\$',
  '`$',
  '``$`',
  '$a`',
  '|$a',
  '> $$\n',
  '- \\[\n',
  '$$ $',
  '==',
  '==a',
  '[!',
  '> [!a]-\n',
  '<details>\n',
  '<details>\n\n',
  '</details>\n\n',
  '<summary>',
  '[^a]',
  '[^a]: b\n',
  '```mermaid\n',
  '```\n',
  '~~~\n',
  '```math\n',
  '**a',
  '~~a',
  '[a](',
  '*',
  '_a_',
  '|a',
  '|a|\n|-|\n',
  '&amp;',
  '\uE000',
  '`\uE000',
  'a\n',
]

test('hostile text takes linear time', ({ task }) => {
  Object.assign(task.meta, { tried: UNITS.length * 4 })
  const passes = [
    markMaths,
    (text: string) => splitBlocks(text),
    (text: string) => settleMarkdown(text),
    (text: string) => settleMarkdown(`Words\n\n${text}`),
  ]
  const slow = UNITS.flatMap((unit) =>
    passes.flatMap((pass, at) => (isQuadratic(pass, unit) ? [`pass ${at} for ${JSON.stringify(unit)}`] : [])),
  )
  expect(slow).toEqual([])
}, 120_000)

/** By growth, not by time: a text of sixteen times the length takes as long as sixteen short ones, and sixteen times that where a pass is quadratic. */
function isQuadratic(pass: (text: string) => unknown, unit: string): boolean {
  const [short, long] = [repeated(unit, 8_000), repeated(unit, 128_000)]
  const grows = (): boolean => {
    const apart = least(() => {
      for (let round = 0; round < 16; round += 1) pass(short)
    })
    const whole = least(() => pass(long))
    return whole > 20 && whole > 6 * apart
  }
  return grows() && grows() && grows()
}

function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length))
}

/** Milliseconds of the processor: other work on the machine does not count. */
function least(run: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const began = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(began)
    return (user + system) / 1000
  })
  return Math.min(...times)
}
