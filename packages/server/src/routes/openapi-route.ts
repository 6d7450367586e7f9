import type { Handler } from 'hono'

/** The document of the API. It is built for the first who asks, so that nobody else waits for it. */
export function openApiRoute(port: number): Handler {
  let building: Promise<object> | undefined
  const build = async (): Promise<object> => {
    const { buildOpenApi } = await import('../openapi/build-openapi.ts')
    return buildOpenApi(port)
  }
  return async (context) => {
    building ??= build()
    return context.json(await building)
  }
}
