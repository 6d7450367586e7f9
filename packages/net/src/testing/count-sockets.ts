import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** How many TCP connections this process begins while `work` runs, whatever they lead to. */
export async function countSockets(work: () => Promise<unknown>): Promise<number> {
  let opened = 0
  const count = (): void => {
    opened += 1
  }
  subscribe('net.client.socket', count)
  try {
    await work()
  } finally {
    unsubscribe('net.client.socket', count)
  }
  return opened
}
