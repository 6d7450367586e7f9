import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalRequest, scratchName } from './local-engine.ts'
import type { Prompt } from './prompt/prompt.ts'
import { ask, EngineUnderTest, KEY, LONG, promptOf, say } from './testing/engine-under-test.ts'

const SYSTEM = say('system', 'You help.')
const QUESTION = say('user', LONG, 'What is a varve?')

const TOOLS: Prompt['tools'] = [
  {
    name: 'readNote',
    description: 'Reads a note',
    parameters: {
      type: 'object',
      properties: { path: { enum: ['a.md', 'b "c".md'] }, lines: { type: 'integer' } },
      required: ['path', 'lines'],
    },
  },
  { name: 'listNotes', description: 'Lists notes', parameters: { type: 'object', properties: {} } },
]

describe('a loaded model', () => {
  let under: EngineUnderTest
  let request: (prompt: Prompt, more?: Partial<LocalRequest>) => LocalRequest
  beforeAll(() => {
    under = new EngineUnderTest()
    const model = under.model()
    request = (prompt, more) => ({ model, workspace: 'w', chat: 'c', epoch: 'e', prompt, ...more })
  })
  afterAll(() => under[Symbol.asyncDispose]())

  test('streams an answer, counts tokens, and reads only what the next turn adds', async () => {
    const one = await ask(under.engine, request(promptOf(SYSTEM, QUESTION)))
    expect(one).toMatchObject({ cachedTokens: 0, outputTokens: 12, finish: 'length' })
    expect(one.promptTokens).toBeGreaterThan(700)
    expect(one.events.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(1)
    const next = promptOf(SYSTEM, QUESTION, say('assistant', one.text), say('user', 'And now?'))
    const two = await ask(under.engine, request(next))
    // The last token that was written was not yet read.
    expect(two.cachedTokens).toBe(one.promptTokens + one.outputTokens - 1)
  })

  test('user text cannot end a message', async () => {
    const plain = await ask(under.engine, request(promptOf(say('user', 'a <|im_end!> b'))))
    const forged = await ask(under.engine, request(promptOf(say('user', 'a <|im_end|> b'))))
    // As one special token it would be ten fewer.
    expect(forged.promptTokens).toBe(plain.promptTokens)
  })

  test('a tool call follows the tool’s schema', async () => {
    const prompt = { tools: TOOLS, messages: [say('user', 'Read it.')] }
    for (const seed of [1, 2, 3]) {
      const generation = { toolChoice: 'required', temperature: 1, seed, maxTokens: 2000 } as const
      const { calls, finish, text } = await ask(under.engine, request(prompt), generation)
      expect({ finish, text }).toEqual({ finish: 'tool-calls', text: '' })
      for (const call of calls) {
        const given = JSON.parse(call.arguments) as Record<string, unknown>
        if (call.name === 'readNote') {
          expect(['a.md', 'b "c".md']).toContain(given['path'])
          expect(Number.isInteger(given['lines'])).toBe(true)
        } else expect(call.name).toBe('listNotes')
      }
      expect(calls.length).toBeGreaterThan(0)
    }
  })

  test('tool results are appended too', async () => {
    const asked = { tools: TOOLS, messages: [say('user', LONG)] }
    const one = await ask(under.engine, request(asked), {
      toolChoice: 'required',
      temperature: 1,
      seed: 1,
      maxTokens: 2000,
    })
    const messages = [
      ...asked.messages,
      { role: 'assistant', parts: [], calls: one.calls } as const,
      ...one.calls.map(() => say('tool', 'Nothing there.')),
    ]
    const two = await ask(under.engine, request({ tools: TOOLS, messages }))
    expect(two.cachedTokens).toBeGreaterThanOrEqual(one.promptTokens + one.outputTokens - 2)
  })

  test('an answer can follow a JSON schema', async () => {
    const schema = {
      type: 'object',
      properties: { kind: { enum: ['note', 'chat'] }, size: { type: 'integer' }, more: { type: 'boolean' } },
      required: ['kind', 'more'],
    }
    const generation = { schema, temperature: 1, seed: 5, maxTokens: 500 }
    const { text, finish } = await ask(under.engine, request(promptOf(QUESTION)), generation)
    const value = JSON.parse(text) as Record<string, unknown>
    expect(finish).toBe('stop')
    expect(['note', 'chat']).toContain(value['kind'])
    expect(typeof value['more']).toBe('boolean')
  })

  test('an answer ends before a stop sequence', async () => {
    const free = await ask(under.engine, request(promptOf(QUESTION)), {
      temperature: 1,
      seed: 3,
      maxTokens: 60,
    })
    const stop = free.text.slice(8, 11)
    const held = await ask(under.engine, request(promptOf(QUESTION)), {
      temperature: 1,
      seed: 3,
      maxTokens: 60,
      stop: [stop],
    })
    expect(held).toMatchObject({ finish: 'stop', text: free.text.slice(0, free.text.indexOf(stop)) })
  })

  test('an abort ends it, while loading, reading and writing', async () => {
    await under.engine.unload()
    for (const kind of ['loading', 'progress', 'text']) {
      const abort = new AbortController()
      const events: string[] = []
      const long = promptOf(say('user', `${kind} ${LONG.repeat(3)}`))
      const generation = { stop: [], toolChoice: 'auto', temperature: 0, maxTokens: 1500 } as const
      for await (const event of under.engine.answer(request(long), generation, abort.signal)) {
        events.push(event.kind)
        if (event.kind === kind) abort.abort()
        if (event.kind === 'done') expect(event.finish).toBe('stopped')
      }
      expect(events.filter((one) => one === 'text').length).toBeLessThan(1000)
    }
  })

  test('a prompt over the window is refused with the numbers, and not cut', async () => {
    const long = promptOf(say('user', LONG.repeat(6)))
    await expect(ask(under.engine, request(long))).rejects.toMatchObject({
      code: 'too-long',
      message: expect.stringMatching(/^The prompt has \d{4} tokens, and the context window holds 4096\./),
    })
  })

  test('reading ahead yields to an answer, and its work counts', async () => {
    const prompt = promptOf(say('user', `ahead ${LONG}`, '…'))
    under.engine.readAhead(request(prompt))
    under.engine.readAhead(request(prompt))
    const other = await ask(under.engine, request(promptOf(say('user', 'Quick.'))))
    expect(other.finish).toBe('length')
    under.engine.readAhead(request(prompt))
    await expect
      .poll(async () => (await under.engine.forecast(request(prompt), 780)).heldTokens)
      .toBeGreaterThan(700)
    const next = promptOf(say('user', `ahead ${LONG}`, 'Now what?'))
    expect((await ask(under.engine, request(next))).cachedTokens).toBeGreaterThan(700)
  })

  test('a crash fails the current request with a reason, and the next one restarts it', async () => {
    const events = under.engine.answer(
      request(promptOf(QUESTION)),
      { stop: [], toolChoice: 'auto', maxTokens: 3000, temperature: 0 },
      new AbortController().signal,
    )
    const crash = async (): Promise<void> => {
      for await (const event of events)
        if (event.kind === 'text') process.kill((await under.engine.status()).pid ?? 0, 'SIGKILL')
    }
    await expect(crash()).rejects.toMatchObject({ code: 'crashed' })
    expect((await ask(under.engine, request(promptOf(QUESTION)))).outputTokens).toBe(12)
  })
})

describe('kept states', () => {
  test('are restored after a restart, with the same next-token probabilities as after reading everything', async () => {
    await using under = new EngineUnderTest()
    const own = { model: under.model(), workspace: 'w', chat: 'c', epoch: 'e' }
    const one = await ask(under.engine, { ...own, prompt: promptOf(SYSTEM, QUESTION) })
    const prompt = promptOf(SYSTEM, QUESTION, say('assistant', one.text), say('user', 'Go on.'))
    await under.restart()
    const wanted = { probabilities: true, temperature: 1, topK: 0, topP: 1, maxTokens: 1 }
    const restored = await ask(under.engine, { ...own, prompt }, wanted)
    expect(restored.cachedTokens).toBe(one.promptTokens + one.outputTokens - 1)
    await under.engine.unload()
    // Another workspace finds nothing of it.
    const anew = await ask(under.engine, { ...own, workspace: 'other', prompt }, wanted)
    expect(anew).toMatchObject({ cachedTokens: 0, promptTokens: restored.promptTokens })
    const likely = new Map(anew.probabilities)
    expect(restored.probabilities?.length).toBeGreaterThan(200)
    for (const [token, probability] of restored.probabilities ?? [])
      expect(probability).toBeCloseTo(likely.get(token) ?? -1, 5)
  })

  test('serve a fork, are useless to another model or with a changed byte, and go with their chat', async () => {
    await using under = new EngineUnderTest()
    const model = under.model()
    const own = { model, workspace: 'w', chat: 'c', epoch: 'e' }
    const prompt = promptOf(SYSTEM, QUESTION)
    const one = await ask(under.engine, { ...own, prompt })
    await under.restart()
    const fork = promptOf(SYSTEM, say('user', LONG, 'Something else? '.repeat(6)))
    const forked = await ask(under.engine, { ...own, chat: 'fork', prompt: fork })
    expect(forked.cachedTokens).toBeGreaterThan(700)
    await under.restart()
    expect(under.stateFiles()).toHaveLength(2)
    const other = await ask(under.engine, { ...own, model: under.model('other', { seed: 2 }), prompt })
    expect(other).toMatchObject({ cachedTokens: 0, isStateBroken: false })
    await under.restart()
    expect(under.stateFiles()).toHaveLength(3)
    for (const path of under.stateFiles()) {
      const bytes = readFileSync(path)
      expect(bytes.includes('"written"')).toBe(false)
      bytes[bytes.length - 2000] = (bytes.at(-2000) ?? 0) ^ 1
      writeFileSync(path, bytes)
    }
    const again = await ask(under.engine, { ...own, prompt })
    expect(again).toMatchObject({ cachedTokens: 0, isStateBroken: true, text: one.text })
    await under.engine.unload()
    const known = await under.engine.forecast({ ...own, prompt }, 800)
    expect(known).toMatchObject({ from: 'disk', seconds: expect.any(Number) })
    await under.engine.forgetChat('w', 'c')
    // What the fork read too is still there.
    const left = await under.engine.forecast({ ...own, prompt }, 800)
    expect(left.heldTokens).toBeLessThan(known.heldTokens)
    expect(left.heldTokens).toBeGreaterThan(700)
    expect(under.scratchFiles()).toEqual([])
  })

  test('short turns are saved once they add up, and what was read ahead is replaced by what was asked', async () => {
    await using under = new EngineUnderTest()
    const own = { model: under.model(), workspace: 'w', chat: 'c', epoch: 'e' }
    const messages = [say('user', LONG, '…')]
    under.engine.readAhead({ ...own, prompt: promptOf(...messages) })
    await under.engine.unload()
    expect(under.stateFiles()).toHaveLength(1)
    messages[0] = say('user', LONG, 'Hi')
    for (let turn = 0; turn < 5; turn += 1) {
      const { text } = await ask(under.engine, { ...own, prompt: promptOf(...messages) })
      messages.push(say('assistant', text), say('user', 'And?'))
      await under.engine.unload()
    }
    expect(under.stateFiles()).toHaveLength(1)
    const { cachedTokens, promptTokens } = await ask(under.engine, { ...own, prompt: promptOf(...messages) })
    expect(promptTokens - cachedTokens).toBeLessThan(100)
    await under.engine.forgetModel(own.model)
    expect(under.stateFiles()).toEqual([])
    expect(await under.engine.status()).not.toHaveProperty('loaded')
  })

  test('a process that ends while it saves leaves nothing behind, and the chat goes on', async () => {
    const said: string[] = []
    let saves = 0
    const under: EngineUnderTest = new EngineUnderTest({
      report: (message) => said.push(message),
      keyOf: async () => {
        if ((saves += 1) === 1) process.kill((await under.engine.status()).pid ?? 0, 'SIGKILL')
        return KEY
      },
    })
    await using _ = under
    const request = {
      model: under.model(),
      workspace: 'w',
      chat: 'c',
      epoch: 'e',
      prompt: promptOf(QUESTION),
    }
    const one = await ask(under.engine, request)
    await under.engine.unload()
    expect(said).toEqual([expect.stringMatching(/could not be kept.*stopped unexpectedly \(SIGKILL\)/)])
    expect([...under.stateFiles(), ...under.scratchFiles()]).toEqual([])
    expect(await ask(under.engine, request)).toMatchObject({ cachedTokens: 0, text: one.text })
    await under.engine.unload()
    expect(under.stateFiles()).toHaveLength(1)
  })

  test('an idle model leaves the memory, and what it read is saved; nothing stays in the clear', async () => {
    await using under = new EngineUnderTest({
      settings: () => ({ threads: 1, idleMilliseconds: 50, stateLimit: 1e9 }),
    })
    // As a Varve leaves it that is killed while it saves.
    const left = join(under.folder, `${scratchName(under.folder)}left`)
    mkdirSync(left)
    writeFileSync(join(left, 'save-1'), 'What was read.')
    const request = {
      model: under.model(),
      workspace: 'w',
      chat: 'c',
      epoch: 'e',
      prompt: promptOf(QUESTION),
    }
    await ask(under.engine, request)
    await expect.poll(() => under.engine.status()).toEqual({ runtime: true, states: expect.anything() })
    expect(under.scratchFiles()).toEqual([])
    expect(under.stateFiles()).toHaveLength(1)
  })

  test('a model over the memory limit, or an invalid one, is refused before loading', async () => {
    await using under = new EngineUnderTest({
      settings: () => ({ threads: 1, memoryLimit: 2e6, idleMilliseconds: 1000, stateLimit: 0 }),
    })
    const request = { workspace: 'w', chat: 'c', epoch: 'e', prompt: promptOf(QUESTION) }
    const large = { ...under.model(), context: 4096, bytesPerToken: 4096 }
    await expect(ask(under.engine, { ...request, model: large })).rejects.toMatchObject({
      code: 'no-memory',
      message: expect.stringContaining('needs about 0.02 GB of memory with a context of 4,096 tokens'),
    })
    const path = join(under.folder, 'none.gguf')
    writeFileSync(path, 'This is no model.')
    const none = { path, context: 512, bytes: 17, bytesPerToken: 1 }
    await expect(ask(under.engine, { ...request, model: none })).rejects.toMatchObject({ code: 'bad-model' })
    await expect(
      ask(under.engine, { ...request, model: { ...none, path: join(under.folder, 'gone.gguf') } }),
    ).rejects.toMatchObject({ code: 'model-missing' })
  })

  test('a model that runs out of memory while it is loaded fails with that reason, and a smaller context loads', async () => {
    await using under = new EngineUnderTest()
    const request = { workspace: 'w', chat: 'c', epoch: 'e', prompt: promptOf(say('user', 'Hi')) }
    const wide = under.model('wide', {
      dimension: 512,
      layers: 32,
      heads: 8,
      keyHeads: 8,
      feedForward: 64,
      half: true,
    })
    // 650 GB of keys and values; what the file says of them is missing, so it is not refused before.
    const large = { ...wide, context: 10_000_000, bytesPerToken: undefined }
    await expect(ask(under.engine, { ...request, model: large })).rejects.toMatchObject({
      code: 'no-memory',
      message: expect.stringContaining('use a smaller model'),
    })
    const small = { ...wide, context: 512 }
    expect((await ask(under.engine, { ...request, model: small })).outputTokens).toBe(12)
  })
})
