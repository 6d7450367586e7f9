/** Where the semantic conventions have a name of their own for a provider of the catalogue. */
const CONVENTIONAL: ReadonlyMap<string, string> = new Map([
  ['google', 'gcp.gemini'],
  ['gemini', 'gcp.gemini'],
  ['mistral', 'mistral_ai'],
  ['xai', 'x_ai'],
])

/** A provider as the GenAI semantic conventions call it. */
export function providerName(provider: string): string {
  return CONVENTIONAL.get(provider) ?? provider
}

/** A model as its provider calls it: `gpt-5` of `openai/gpt-5`. */
export function modelName(modelId: string): string {
  return modelId.slice(modelId.indexOf('/') + 1)
}
