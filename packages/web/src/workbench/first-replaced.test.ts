import { expect, test } from 'vitest'
import { firstReplaced } from '../composer/use-submit.ts'

const placeholder = {
  kind: 'placeholder',
  id: 'a',
  placeholder: '<<IBAN_1>>',
  type: 'IBAN',
  masked: '••',
} as const
const text = (said: string) => ({ kind: 'text', text: said }) as const
const at = (message: readonly (typeof placeholder | ReturnType<typeof text>)[]) =>
  firstReplaced({ reading: { message, others: [] } }, 'Pay 123 now')

test('editing a message puts the cursor at its first placeholder, else at its end', () => {
  expect(at([text('Pay '), placeholder, text(' now')])).toBe(4)
  expect(at([placeholder, text(' now')])).toBe(0)
  expect(at([text('Pay 123 now')])).toBe(11)
  expect(firstReplaced({}, 'Pay')).toBe(3)
})
