import { z } from 'zod'
import { ProviderError } from '../provider-error.ts'
import { type CatalogueModel, catalogueModelSchema } from './catalogue-model.ts'

/**
 * The catalogue with a user's models: one with a known id overrides what it names, down to single numbers of
 * `cache`, `price` and `settings`; others are added at the end and must be complete.
 *
 * @throws ProviderError `bad-catalogue` with every fault and its place.
 */
export function mergeCatalogue(
  base: readonly CatalogueModel[],
  userModels: unknown,
): readonly CatalogueModel[] {
  const patches = z.array(z.looseObject({ id: z.string().min(1) })).safeParse(userModels ?? [])
  if (!patches.success) throw badCatalogue(describeIssues('models', patches.error))
  const merged = new Map(base.map((model) => [model.id, model]))
  const faults: string[] = []
  const seen = new Set<string>()
  for (const patch of patches.data) {
    if (seen.has(patch.id)) faults.push(`model ${patch.id}: named twice`)
    seen.add(patch.id)
    const result = catalogueModelSchema.safeParse(applyPatch(merged.get(patch.id), patch))
    if (result.success) merged.set(patch.id, result.data)
    else faults.push(...describeIssues(`model ${patch.id}`, result.error))
  }
  if (faults.length > 0) throw badCatalogue(faults)
  return [...merged.values()]
}

function applyPatch(known: CatalogueModel | undefined, patch: Readonly<Record<string, unknown>>): unknown {
  if (!known) return patch
  const inner = (name: 'cache' | 'price' | 'settings'): unknown => {
    const given = patch[name]
    return typeof given === 'object' && given !== null ? { ...known[name], ...given } : (given ?? known[name])
  }
  return { ...known, ...patch, cache: inner('cache'), price: inner('price'), settings: inner('settings') }
}

function describeIssues(place: string, error: z.ZodError): readonly string[] {
  return error.issues.map(({ path, message }) => `${[place, ...path.map(String)].join('.')}: ${message}`)
}

function badCatalogue(faults: readonly string[]): ProviderError {
  return new ProviderError({
    code: 'bad-catalogue',
    provider: 'catalogue',
    message: `The models in the configuration cannot be used. ${faults.join('; ')}`,
  })
}
