import type { InlineField } from '../note/parsed-note.ts'
import type { Value } from './dataview-value.ts'
import { fieldName, plainFieldName } from './field-name.ts'
import { inlineValue, type MakeLink } from './field-value.ts'

/** What is said under each name as it is written, in order. */
export type WrittenFields = Map<string, Value[]>

export function addField(fields: WrittenFields, name: string, value: Value): void {
  const known = fields.get(name)
  if (known) known.push(value)
  else fields.set(name, [value])
}

export function addInlineFields(
  fields: WrittenFields,
  inline: readonly InlineField[],
  makeLink: MakeLink,
): void {
  for (const { name, value } of inline) addField(fields, plainFieldName(name), inlineValue(value, makeLink))
}

/**
 * Fields by their names as written and, where no field is written so, by the name that a query can ask for. Said
 * several times, a field is a list of what was said.
 */
export function namedFields(written: WrittenFields): Map<string, Value> {
  const asked: WrittenFields = new Map()
  for (const [name, values] of written) {
    const plain = fieldName(name)
    if (plain !== '' && !written.has(plain)) for (const value of values) addField(asked, plain, value)
  }
  return new Map(
    [...written, ...asked].map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? null) : values,
    ]),
  )
}
