import type { FileHandle } from 'node:fs/promises'
import { type Disk, systemDisk } from '../path/disk.ts'

export interface DiskCall {
  /** From 1. */
  readonly number: number
  readonly name: string
}

const HANDLE_CALLS: ReadonlySet<string> = new Set(['writeFile', 'appendFile', 'readFile', 'sync', 'chmod'])

/** The real disk with a hook before each relevant call: a failure, or a concurrent change. */
export function interceptedDisk(before: (call: DiskCall) => Promise<void>): Disk {
  let number = 0
  const called = async (name: string): Promise<void> => before({ number: (number += 1), name })
  return {
    open: async (...given) => {
      await called('open')
      return watched(await systemDisk.open(...given), called)
    },
    mkdir: async (...given) => {
      await called('mkdir')
      return systemDisk.mkdir(...given)
    },
    rename: async (...given) => {
      await called('rename')
      return systemDisk.rename(...given)
    },
    link: async (...given) => {
      await called('link')
      return systemDisk.link(...given)
    },
    unlink: async (...given) => {
      await called('unlink')
      return systemDisk.unlink(...given)
    },
    rmdir: async (...given) => {
      await called('rmdir')
      return systemDisk.rmdir(...given)
    },
  }
}

function watched(handle: FileHandle, called: (name: string) => Promise<void>): FileHandle {
  return new Proxy(handle, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return async (...given: readonly unknown[]): Promise<unknown> => {
        if (HANDLE_CALLS.has(String(name))) await called(String(name))
        return Reflect.apply(value, target, given)
      }
    },
  })
}
