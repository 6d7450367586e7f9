/** The arguments of a tool call as an object; what is no JSON object goes inside one, so that nothing is lost. */
export function readArguments(text: string): {
  readonly value: Readonly<Record<string, unknown>>
  readonly isValid: boolean
} {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { value: value as Readonly<Record<string, unknown>>, isValid: true }
  } catch {
    // Models do write broken JSON; it is sent back as the text it was.
  }
  return { value: { arguments: text }, isValid: false }
}
