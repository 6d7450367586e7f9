import { spawn } from 'node:child_process'
import type { Surroundings } from '../paths.ts'

export interface Terminal {
  readonly isTTY: boolean
}

/** A browser is opened only for someone who sits in front of this machine. */
export function canOpenBrowser({ env, platform }: Omit<Surroundings, 'home'>, terminal: Terminal): boolean {
  if (!terminal.isTTY || env.CI || env.SSH_CONNECTION) return false
  if (platform === 'darwin' || platform === 'win32') return true
  return Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY)
}

/** Opens the address in the system's browser. A failure is only reported: the address is printed anyway. */
export function openBrowser(url: string, platform: string, say: (line: string) => void): void {
  const [command, ...rest] = commandFor(platform, url)
  const opening = spawn(command, rest, { stdio: 'ignore', detached: true })
  opening.on('error', (error) =>
    say(`No browser could be opened (${error.message}); open the address yourself.`),
  )
  opening.unref()
}

function commandFor(platform: string, url: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url]
  if (platform === 'win32') return ['explorer.exe', url]
  return ['xdg-open', url]
}
