import { unpackBrowser } from './launch-browser.ts'
import { startVarve } from './start-varve.ts'

/** Done once, before test files that run side by side would each build the page and unpack the browser. */
export default async function prepareWalks(): Promise<void> {
  await unpackBrowser()
  const varve = await startVarve()
  await varve.stop()
}
