/** What a record itself holds under a name: names from outside may be those of its prototype. */
export function ownValue<T>(record: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** The record without this name. */
export function omitKey<T>(
  record: { readonly [name: string]: T },
  name: string,
): { readonly [name: string]: T } {
  const { [name]: _omitted, ...rest } = record
  return rest
}
