import { expect, test } from 'vitest'
import { checkQuotes } from './testing/check-quotes.ts'
import { collect, requestOf } from './testing/converse.ts'
import { demoVault } from './testing/demo-vault.ts'

const vault = demoVault()
const textOf = (path: string): string => vault.find(({ key }) => key === path)?.content ?? ''

/** A question, the place of its answer, and words of the answer. The first source is the best one. */
const QUESTIONS: readonly (readonly [question: string, path: string, ...phrases: string[]])[] = [
  [
    'When do we launch and what still blocks it?',
    'product/launch-plan.md',
    'Tuesday 1 December 2026',
    'The licence for 14 places',
    'The widget drains the battery',
  ],
  [
    'What did the interviews say about pricing?',
    'research/interviews-may.md',
    'Nobody wants to pay rent on the sea',
    'Ten of the twelve would pay once a year',
  ],
  [
    'Which decision did we reverse and why?',
    'decisions/0003-yearly-pass.md',
    'This reverses 0002-monthly-subscription',
    'because nine of the twelve people',
  ],
  ['How much does Ebbwell cost?', 'decisions/0003-yearly-pass.md', '£16 a year'],
  ['Show me the pricing table', 'product/pricing.md', '| Club | £96 a year for 8 people |'],
  ['What went badly in the pilot?', 'meetings/2026-10-16-pilot-retro.md', '6 % a day on older phones'],
  ['Should we show a safety score?', 'product/ebbwell.md', 'Still open', '15 December 2026'],
  ['How accurate is the forecast?', 'product/tide-engine.md', 'Height was off by 9 cm on average'],
  ['Who is responsible for licences?', 'product/launch-plan.md', 'Owner: Ines'],
  ['What do I do on my first day?', 'people/onboarding.md', 'Get the key from Wil'],
  ['Why did the launch date move?', 'product/launch-plan.md', 'only 29 of the 62 places were signed'],
  ['How many passes pay for the tide data?', 'product/pricing.md', '456 passes pay for the tide data'],
  [
    'What happens if the battery is not fixed?',
    'meetings/2026-11-09-weekly.md',
    'look for a date in January',
  ],
  ['Does it work offline?', 'product/tide-engine.md', 'Layer 1 always works'],
  [
    'What is still undecided?',
    'product/ebbwell.md',
    'Do we show a safety score?',
    'Who corrects a wrong chart?',
  ],
  ["What is Odile's email address?", 'people/pilot-testers.md', 'odile.farrant@example.com'],
  ['How is a decision written?', 'decisions/log.md', 'Three headings'],
  ['What are swimmers afraid of?', 'research/interviews-may.md', 'Being cut off'],
]

test.each(QUESTIONS)('the whole vault answers: %s', async (question, path, ...phrases) => {
  const answer = await collect(requestOf([{ text: question, attach: vault }]))
  expect(answer.sources[0]?.path).toBe(path)
  for (const phrase of phrases) expect(answer.text).toContain(phrase)
  expect(answer.sources.length).toBeLessThanOrEqual(4)
  expect(checkQuotes(answer, textOf)).toEqual([])
})

test.each([
  'What is the capital of Mongolia?',
  'What is our parental leave policy?',
  'Which kubernetes cluster runs staging?',
])('the vault does not answer: %s', async (question) => {
  const answer = await collect(requestOf([{ text: question, attach: vault }]))
  expect(answer.sources).toEqual([])
  expect(answer.text).toMatch(
    /^Not in your notes\. Attached: `Welcome\.md`, .* and 9 more\. The offline model/,
  )
})

test('quoted lines begin and end where the quote does', async () => {
  const answer = await collect(requestOf([{ text: 'What still blocks the launch?', attach: vault }]))
  const [from, to] = answer.sources[0]?.lines ?? [0, 0]
  const lines = textOf('product/launch-plan.md').split('\n')
  expect(lines[from - 1]).toBe('## What still blocks the launch')
  expect(lines[to - 1]).toMatch(/^3\. \*\*The safety wording/)
})
