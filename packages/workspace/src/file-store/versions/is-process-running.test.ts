import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isProcessRunning } from './pending-files.ts'

test('a process counts as running until it has ended', async () => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  const number = child.pid ?? 0
  expect(isProcessRunning(number)).toBe(true)
  child.kill()
  await once(child, 'exit')
  expect(isProcessRunning(number)).toBe(false)
})

test('also if it may not be signalled', () => {
  expect(isProcessRunning(1)).toBe(true)
})

test.each([0, -1, 1.5, Number.NaN, 2 ** 31, 9_999_999_999])('%d is not a process id', (number) => {
  expect(isProcessRunning(number)).toBe(false)
})
