import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainSnippet } from './search-option.tsx'

/** What was found is written in braces. */
function plain(marked: string): string {
  const highlights: (readonly [number, number])[] = []
  const text = marked.replaceAll(/\{(.*?)\}/g, (_, words: string, at: number) => {
    const start = at - 2 * highlights.length
    highlights.push([start, start + words.length])
    return words
  })
  return plainSnippet(text, highlights)
    .map(({ text: words, hit }) => (hit ? `{${words}}` : words))
    .join('')
}

test.each([
  ['then ask: **When?** - [ ] Do `it` ![[plan]]', 'then ask: When? Do it plan'],
  ['…## How it moved', '… How it moved'],
  ['a #tag stays, a - list too, 5 > 4', 'a #tag stays, a - list too, 5 > 4'],
  ['**{safety}** score', '{safety} score'],
])('%s', (text, shown) => {
  expect(plain(text)).toBe(shown)
})

test.each([
  ['in the [[interviews-may|May {interviews}]] asked', 'in the May {interviews} asked'],
  ['in the [[{interviews}-may|May {interviews}]] asked', 'in the May {interviews} asked'],
  ['…may notes|May {interviews}]] asked', '…May {interviews} asked'],
  ['see [[{pricing}#Plans]] and [[a#^b1|b]]', 'see {pricing} › Plans and b'],
  ['![[plan.png|300]] ![[x|y]]', 'plan.png y'],
  ['by [Wil {Otter}](https://example.org/a) and ![b](c.png)', 'by Wil {Otter} and b'],
])('keeps the words of a link: %s', (text, shown) => {
  expect(plain(text)).toBe(shown)
})

test('drops front matter unless it has the only match', () => {
  expect(plain('--- title: Pricing type: plan --- # Pricing follows [[0003-yearly-pass]]')).toBe(
    'Pricing follows 0003-yearly-pass',
  )
  expect(plain('--- title: {Launch} type: plan --- The {launch} is near.')).toBe('The {launch} is near.')
  expect(plain('--- title: Pricing owner: {Maren} Oakes --- # Pricing')).toBe(
    'title: Pricing · owner: {Maren} Oakes Pricing',
  )
  expect(plain('--- title: {Launch} plan type: plan…')).toBe('title: {Launch} plan · type: plan…')
})

test('shows a table as its cells', () => {
  expect(plain('| Boat | Price | | --- | ---: | | {Gull} | £40 | | | | |')).toBe(
    'Boat · Price · {Gull} · £40 ',
  )
  expect(plain('either a | b')).toBe('either a | b')
})

test('adds no words and no double blanks, whatever is written', () => {
  const piece = fc.constantFrom('[[', ']]', '|', '#', '{a}', 'b', ' ', '---', '](', ')', '[', '`', '…', '**')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const shown = plain(pieces.join(''))
      expect(shown).not.toMatch(/ {2}/)
      expect(shown.replaceAll(/[^ab]/g, '').length).toBeLessThanOrEqual(
        pieces.join('').replaceAll(/[^ab]/g, '').length,
      )
    }),
  )
})
