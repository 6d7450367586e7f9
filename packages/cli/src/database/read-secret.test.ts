import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readSecret } from './read-secret.ts'

/** A terminal for reading: records when echo was switched off, and what was printed. */
function terminal(...chunks: readonly string[]) {
  const steps: string[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => steps.push(raw ? 'hide' : 'show'),
  })
  for (const chunk of chunks) input.write(chunk)
  const write = (text: string): void => void steps.push(text)
  return { input, steps, read: () => readSecret(input, 'Key: ', write) }
}

describe('a typed secret', () => {
  test.each([
    [['sk-1\r'], 'sk-1'],
    [['s', 'k-', '2', '\n', 'rest'], 'sk-2'],
    [['sk-x\u007f3\r'], 'sk-3'],
    [['\b\u007fsk-4 \r'], 'sk-4'],
    [['sk-5\u0004'], 'sk-5'],
  ])('%j is %s', async (chunks, secret) => {
    const { read, steps } = terminal(...chunks)
    expect(await read()).toBe(secret)
    expect(steps).toEqual(['hide', 'Key: ', 'show', '\n'])
  })

  test('Ctrl-C cancels it and turns the echo of the terminal back on', async () => {
    const { read, steps } = terminal('sk-half\u0003')
    const failure = await read().catch(String)
    expect(failure).toContain('Nothing was changed')
    expect(failure).not.toContain('sk-half')
    expect(steps).toEqual(['hide', 'Key: ', 'show', '\n'])
  })

  test('ends when the terminal goes away', async () => {
    const { input, read } = terminal('sk-6')
    const reading = read()
    input.end()
    expect(await reading).toBe('sk-6')
  })
})

test('piped input is read to its end, trimmed, and limited in size', async () => {
  const piped = (text: string) => new PassThrough().end(text)
  const write = (): void => expect.unreachable('Nobody is there to read a prompt.')
  expect(await readSecret(piped(' sk-7\n'), 'Key: ', write)).toBe('sk-7')
  expect(await readSecret(piped(''), 'Key: ', write)).toBe('')
  await expect(readSecret(piped('x'.repeat(20_000)), 'Key: ', write)).rejects.toMatchObject({
    code: 'input-malformed',
  })
})
