/**
 * The steps of an answer that was read from a file. Anyone can write a file, so its changes are stored under
 * another name: they are shown and written again, but can't be undone.
 */
export function withForeignChanges(steps: unknown): unknown {
  return renamed(steps, 'changes', 'changesElsewhere')
}

/** The same steps as they was in the file. */
export function asInFile(steps: unknown): unknown {
  return renamed(steps, 'changesElsewhere', 'changes')
}

function renamed(steps: unknown, from: string, to: string): unknown {
  if (!Array.isArray(steps)) return steps
  return steps.map((step: unknown) => mapField(step, 'calls', (calls) => renameInCalls(calls, from, to)))
}

function renameInCalls(calls: unknown, from: string, to: string): unknown {
  if (!Array.isArray(calls)) return calls
  return calls.map((call: unknown) =>
    isRecord(call)
      ? Object.fromEntries(Object.entries(call).map(([name, value]) => [name === from ? to : name, value]))
      : call,
  )
}

/** In the order in which they stood. */
function mapField(value: unknown, field: string, change: (value: unknown) => unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [name, name === field ? change(own) : own]),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
