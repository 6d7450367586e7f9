import { describe, expect, test } from 'vitest'
import { checkArguments, checkParameters } from './parameters.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    side: { type: 'string', enum: ['buyer', 'seller'] },
    count: { type: 'integer', minimum: 1, maximum: 3 },
    names: { type: 'array', items: { type: 'string', minLength: 2 }, maxItems: 2 },
  },
  required: ['side'],
  additionalProperties: false,
} as const

test.each([
  [{ enum: 'a' }, '"enum" must be a list of at least one value.'],
  [{ enum: [] }, '"enum" must be a list of at least one value.'],
  [{ minimum: 'one' }, '"minimum" must be a number.'],
  [{ maxLength: -1 }, '"maxLength" must be a whole number.'],
  [{ description: 5 }, '"description" must be a text.'],
  [{ additionalProperties: 'no' }, '"additionalProperties" must be true, false or a schema.'],
  [{ required: 'side' }, 'What is required is a list of names.'],
])('a schema with %j is invalid', (word, message) => {
  const schema = { type: 'object', properties: { side: { type: 'object', ...word } } } as const
  expect(checkParameters(schema)).toEqual([{ path: ['properties', 'side', Object.keys(word)[0]], message }])
})

describe('checkArguments', () => {
  test('a valid schema accepts what it describes', () => {
    expect(checkParameters(SCHEMA)).toEqual([])
    expect(checkArguments(SCHEMA, { side: 'buyer', count: 3, names: ['ab'] })).toEqual([])
  })

  test.each([
    [{}, ['arguments.side is missing']],
    [{ side: 'other' }, ['arguments.side: Invalid option: expected one of "buyer"|"seller"']],
    [{ side: 'buyer', count: 1.5 }, ['arguments.count: Invalid input: expected int, received number']],
    [{ side: 'buyer', count: 4 }, ['arguments.count: Too big: expected number to be <=3']],
    [
      { side: 'buyer', names: ['a', 'bc'] },
      ['arguments.names.0: Too small: expected string to have >=2 characters'],
    ],
    [
      { side: 'buyer', names: ['ab', 'bc', 'cd'] },
      ['arguments.names: Too big: expected array to have <=2 items'],
    ],
    [{ side: 'buyer', toString: 1 }, ['arguments: Unrecognized key: "toString"']],
    [[], ['arguments: Invalid input: expected object, received array']],
  ])('%j', (value, faults) => {
    expect(checkArguments(SCHEMA, value)).toEqual(faults)
  })

  test('invalid parameter schemas', () => {
    expect(checkParameters('text')).toHaveLength(1)
    expect(checkParameters({ type: 'string' })).toHaveLength(1)
    expect(checkParameters({ type: 'object', properties: { a: 1 } })[0]?.path).toEqual(['properties', 'a'])
    expect(checkParameters({ type: 'object', $ref: '#' })[0]?.path).toEqual(['$ref'])
  })
})
