import { ProviderError } from '../provider-error.ts'
import type { WireRequest } from '../wire/wire.ts'
import type { CallInput } from './call-input.ts'
import { prepareCall } from './prepare-call.ts'
import { NotSent } from './recording-fetch.ts'

/** The request that `sendRequest` sends for the same input, byte for byte; nothing goes out, no key is needed. */
export async function buildRequest(input: CallInput): Promise<WireRequest> {
  const call = await prepareCall(input)
  let request: WireRequest | undefined
  try {
    await call.open({
      endpoint: { baseUrl: input.model.baseUrl, key: '' },
      onRequest: (recorded) => {
        request = recorded
      },
    })
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
  }
  if (request) return request
  throw new ProviderError({
    code: 'bad-request',
    provider: input.model.provider,
    message: `no request was made for ${input.model.name}`,
  })
}
