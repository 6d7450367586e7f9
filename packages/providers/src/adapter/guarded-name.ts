/** Stands before a guarded name: a character for private use, which no provider allows in the name of a tool. */
const GUARD = '\uE000'

/** What every object inherits: `constructor`, `toString`, `__proto__` … */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/**
 * The name of a tool as the provider packages can take it. They look calls up in plain objects by their names,
 * and an inherited name finds something there that is no name at all; `restoreNames` undoes this in the body.
 */
export function guardName(name: string): string {
  return INHERITED.has(name) ? `${GUARD}${name}` : name
}

export function unguardName(name: string): string {
  return name.startsWith(GUARD) && INHERITED.has(name.slice(GUARD.length)) ? name.slice(GUARD.length) : name
}

/** Takes the guards out of a body. Quotes inside of strings are escaped, so what is found is a name. */
export function restoreNames(bodyText: string, names: Iterable<string>): string {
  let restored = bodyText
  for (const name of new Set(names))
    if (INHERITED.has(name))
      restored = restored.replaceAll(
        `"name":${JSON.stringify(guardName(name))}`,
        `"name":${JSON.stringify(name)}`,
      )
  return restored
}
