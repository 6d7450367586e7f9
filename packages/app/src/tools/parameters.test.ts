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
    [{}, ['“side” is missing.']],
    [{ side: 'other' }, ['“side” must be "buyer" or "seller".']],
    [{ side: 'buyer', count: 1.5 }, ['“count” must be a whole number.']],
    [{ side: 'buyer', count: 4 }, ['“count” must be at most 3.']],
    [{ side: 'buyer', names: ['a', 'bc'] }, ['“names, item 1” must have at least 2 characters.']],
    [{ side: 'buyer', names: ['ab', 'bc', 'cd'] }, ['“names” must have at most 2 items.']],
    [{ side: 'buyer', toString: 1 }, ['Unknown in the arguments: toString.']],
    [[], ['What is given as arguments must be an object.']],
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
