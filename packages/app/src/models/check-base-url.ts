import { checkProviderUrl } from '@varve/net'

/** Stands for whatever a name may lead to. */
const ELSEWHERE = '9.9.9.9'

/**
 * Why no provider is called at an address that the user gave; undefined where one may be. Names are not looked
 * up: a machine can be offline when it starts.
 */
export async function refuseBaseUrl(url: string): Promise<string | undefined> {
  const verdict = await checkProviderUrl(url, { named: [url], resolve: async () => [ELSEWHERE] })
  return verdict.kind === 'refused' ? verdict.error.message : undefined
}
