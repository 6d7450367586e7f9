import { serveJob } from '../serve-job.ts'

/** A thread for the tests: does what its input names, most of it badly. */
await serveJob(async (input: Misbehaviour): Promise<string> => {
  switch (input.kind) {
    case 'echo':
      return input.text
    case 'environment':
      return Object.keys(process.env).join(',')
    case 'throw':
      throw new Error('no such luck')
    case 'print':
      console.log('printed')
      return 'printed'
    case 'spin':
      for (;;) Math.sqrt(2)
    case 'wait':
      return new Promise(() => setInterval(() => undefined, 1000))
    case 'heap': {
      const kept: string[][] = []
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => `item ${index}`))
    }
    case 'piece': {
      // Each time it grows it asks for a single piece, twice as large as the one before.
      const kept = new Map<number, number>()
      for (let index = 0; ; index += 1) kept.set(index, index)
    }
    case 'buffers': {
      const kept: Uint8Array[] = []
      for (;;) kept.push(new Uint8Array(4 * 1024 * 1024).fill(1))
    }
    case 'exit':
      return process.exit(3)
    default:
      return input satisfies never
  }
})

export type Misbehaviour =
  | { readonly kind: 'echo'; readonly text: string }
  | {
      readonly kind:
        | 'environment'
        | 'throw'
        | 'print'
        | 'spin'
        | 'wait'
        | 'heap'
        | 'piece'
        | 'buffers'
        | 'exit'
    }
