import type { ModelView } from '@varve/server/types'

/** The label of a model as it stands beside its name: without the name, where the label begins with it. */
export function labelBeside({ name, label }: Pick<ModelView, 'name' | 'label'>): string {
  const repeats = label.toLowerCase().startsWith(`${name.toLowerCase()}: `)
  return repeats ? label.slice(name.length + 2) : label
}
