import type { Page, Request, Route } from 'playwright-core'

export interface HeldCalls {
  /** The first of them has left the page. */
  readonly arrived: Promise<void>
  /** Releases the held calls and stops holding new ones. */
  readonly release: () => Promise<void>
}

interface HoldOptions {
  readonly method: string
  /** The end of its address, without what is behind a question mark. */
  readonly path: RegExp
  /** Only the first is held, and the server has done what it asks for by then: its answer comes after later ones. */
  readonly answer?: boolean
}

/** Holds calls of a page back until the test says so: no timing decides what comes first. */
export async function holdCalls(
  page: Page,
  { method, path, answer = false }: HoldOptions,
): Promise<HeldCalls> {
  const arrived = Promise.withResolvers<void>()
  const passage = Promise.withResolvers<void>()
  const isMeant = (call: Request) => call.method() === method && path.test(new URL(call.url()).pathname)
  const held: Promise<void>[] = []
  const hold = async (route: Route) => {
    const response = answer ? await route.fetch() : undefined
    arrived.resolve()
    await passage.promise
    await (response ? route.fulfill({ response }) : route.fallback())
  }
  const look = (route: Route) => {
    if (!isMeant(route.request()) || (answer && held.length > 0)) return route.fallback()
    const call = hold(route)
    held.push(call)
    return call
  }
  await page.route('**/api/**', look)
  return {
    arrived: arrived.promise,
    release: async () => {
      passage.resolve()
      await Promise.all(held)
      await page.unroute('**/api/**', look)
    },
  }
}
