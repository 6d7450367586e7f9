import { expect, test } from 'vitest'
import { canOpenBrowser } from './open-browser.ts'

const terminal = { isTTY: true }

test('opens a browser on a terminal with a display', () => {
  expect(canOpenBrowser({ env: { DISPLAY: ':0' }, platform: 'linux' }, terminal)).toBe(true)
  expect(canOpenBrowser({ env: { WAYLAND_DISPLAY: 'wayland-0' }, platform: 'linux' }, terminal)).toBe(true)
  expect(canOpenBrowser({ env: {}, platform: 'darwin' }, terminal)).toBe(true)
})

test.each([
  ['no display', {}, true],
  ['a pipe', { DISPLAY: ':0' }, false],
  ['a CI run', { DISPLAY: ':0', CI: '1' }, true],
  ['a remote shell', { DISPLAY: ':0', SSH_CONNECTION: '1 2 3 4' }, true],
])('opens no browser with %s', (_, env, isTTY) => {
  expect(canOpenBrowser({ env, platform: 'linux' }, { isTTY })).toBe(false)
})
