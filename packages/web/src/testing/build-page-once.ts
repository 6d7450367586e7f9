import { startVarve } from './start-varve.ts'

/** The first start builds the page; walks that start beside each other would all build it. */
export default async function buildPageOnce(): Promise<void> {
  const varve = await startVarve()
  await varve.stop()
}
