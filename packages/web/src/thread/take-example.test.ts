import { expect, test } from 'vitest'
import { takeExample } from './empty-chat.tsx'

const LAUNCH = { attach: ['plan.md', 'weekly.md'], text: 'When do we launch?' }
const PRICE = { attach: ['weekly.md', 'prices.md'], text: 'What does it cost?' }
const EXAMPLES = [LAUNCH, PRICE]

test('a starter fills an empty draft', () => {
  expect(takeExample({ text: '', attach: [] }, LAUNCH, EXAMPLES)).toEqual(LAUNCH)
})

test('typed text and attachments stay; the starter follows', () => {
  const typed = {
    text: 'My words ',
    attach: ['own.md', 'plan.md'],
    marks: { 'own.md': 'essential' as const },
  }
  expect(takeExample(typed, LAUNCH, EXAMPLES)).toEqual({
    text: 'My words\n\nWhen do we launch?',
    attach: ['own.md', 'plan.md', 'weekly.md'],
    marks: { 'own.md': 'essential' },
  })
})

test('another starter replaces an unchanged one', () => {
  const first = takeExample({ text: '', attach: ['own.md'] }, LAUNCH, EXAMPLES)
  expect(takeExample(first, PRICE, EXAMPLES)).toEqual({
    text: PRICE.text,
    attach: ['own.md', 'weekly.md', 'prices.md'],
  })
  expect(takeExample(first, LAUNCH, EXAMPLES)).toEqual({ ...LAUNCH, attach: ['own.md', ...LAUNCH.attach] })
  const changed = { ...first, text: `${first.text} And who decides?` }
  expect(takeExample(changed, PRICE, EXAMPLES).text).toBe(`${changed.text}\n\n${PRICE.text}`)
})
