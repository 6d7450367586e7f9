import type { InlineField } from '../note/parsed-note.ts'
import { isList, type Value } from './dataview-value.ts'
import { fieldName, plainFieldName } from './field-name.ts'
import { inlineValue, type MakeLink } from './field-value.ts'

/** Under the name as written and the name as asked for; said twice, both values count. */
export function addField(fields: Map<string, Value>, written: string, value: Value): void {
  for (const name of new Set([written, fieldName(written)])) {
    if (name === '') continue
    const known = fields.get(name)
    if (known === undefined || known === null) fields.set(name, value)
    else if (value !== null) fields.set(name, [...asList(known), ...asList(value)])
  }
}

export function addInlineFields(
  fields: Map<string, Value>,
  inline: readonly InlineField[],
  makeLink: MakeLink,
): void {
  for (const { name, value } of inline) addField(fields, plainFieldName(name), inlineValue(value, makeLink))
}

function asList(value: Value): readonly Value[] {
  return isList(value) ? value : [value]
}
