import { expect, test } from 'vitest'
import { titleFrom } from '../chat/title-from.ts'
import { parseComposer } from '../definitions/parse-composer.ts'
import { titleWords } from './title-words.ts'

const NAMES = { agents: ['editor'], templates: ['letter', 'french'], skills: ['meeting-notes'] }
const titleOf = (text: string, sent = text) => titleFrom(titleWords(parseComposer(text, NAMES), sent))

test.each([
  ['@vault When is the launch?', 'When is the launch?'],
  ['When @web is the launch?', 'When is the launch?'],
  ['@editor\nShorten [[Plan]]', 'Shorten Plan'],
  ['@agent @composer Put @plan into order', 'Put plan into order'],
  ['/french Good morning', 'Good morning'],
  ['/meeting-notes audience=client For Tuesday', 'For Tuesday'],
  ['Is a=b here? @vault', 'Is a=b here?'],
  ['mail ann@vault.org about `@web`', 'mail ann@vault.org about `@web`'],
  ['/etc/hosts says what?', '/etc/hosts says what?'],
  ['@vault', '@vault'],
  ['Ahoy, what is here? [[launch-plan]] @pricing', 'Ahoy, what is here?'],
  ['What does [[launch-plan]] say', 'What does launch-plan say'],
  [
    'What does [[launch-plan#Dates|the plan]] say of @"side letter" in @finance/?',
    'What does the plan say of side letter in finance?',
  ],
  ['Sum up [[launch-plan]] @vault', 'Sum up launch-plan'],
  ['@pricing, [[launch-plan]] What do they cost?', 'What do they cost?'],
  ['@notes/plan.md\nWhat is late?', 'What is late?'],
  ['What is late? @https://example.org/a\nBe brief.', 'What is late?'],
  ['Compare @#invoice with @https://example.org/a', 'Compare #invoice with https://example.org/a'],
  ['[[launch-plan]] @pricing', 'launch-plan pricing'],
  ['/nope hello', '/nope hello'],
])('%j is named %j', (text, title) => {
  expect(titleOf(text)).toBe(title)
})

test('a template message is titled by what was sent', () => {
  expect(titleOf('/letter name=Ann topic="the roses"', '@vault Write to Ann about the roses.')).toBe(
    'Write to Ann about the roses.',
  )
})
