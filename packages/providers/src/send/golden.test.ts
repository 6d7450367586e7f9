import { describe, expect, test } from 'vitest'
import { buildRequest } from './build-request.ts'
import { CONFORMANCE_ADAPTERS } from './testing/conformance-adapters.ts'
import { callOf, GOLDEN_CHATS, playChat } from './testing/golden-chats.ts'

const BUILDS = 100

/**
 * The exact bodies, kept as files: an update of a provider package that changes a byte shows here. They change
 * only together with a version number of the rendering or of a package.
 */
describe.each(CONFORMANCE_ADAPTERS)('golden bodies: $name', ({ name, model }) => {
  const folder = `golden/${name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/-$/, '')}`

  test.each(GOLDEN_CHATS)('$name', async (chat) => {
    const call = callOf(model, playChat(chat, model))
    const { bodyText } = await buildRequest(call)
    await expect(`${bodyText}\n`).toMatchFileSnapshot(`${folder}/${chat.name}.json`)
  })

  test.each(GOLDEN_CHATS)('$name: a hundred replays give one body', async (chat) => {
    const bodies = new Set<string>()
    for (let round = 0; round < BUILDS; round += 1)
      bodies.add((await buildRequest(callOf(model, playChat(chat, model)))).bodyText)
    expect(bodies.size).toBe(1)
  })

  test('their size beside the same question with everything in the last message', async () => {
    const sizes: Record<string, { readonly planned: number; readonly inlined: number }> = {}
    for (const chat of GOLDEN_CHATS) {
      const played = playChat(chat, model)
      const call = callOf(model, played)
      const planned = (await buildRequest(call)).bodyText.length
      const inlined = (await buildRequest({ ...call, messages: played.inlined, cache: {} })).bodyText.length
      sizes[chat.name] = { planned, inlined }
    }
    await expect(`${JSON.stringify(sizes, undefined, 2)}\n`).toMatchFileSnapshot(`${folder}/sizes.json`)
  })
})
