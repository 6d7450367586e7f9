import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** Made for functions in a cloud: with these the browser would have one process and no guard between sites. */
const UNWANTED: ReadonlySet<string> = new Set([
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
])

/** The packaged browser is for Linux on x64; elsewhere the tests need an installed Chrome. */
export const HAS_PACKAGED_BROWSER: boolean = process.platform === 'linux' && process.arch === 'x64'

export async function launchBrowser(): Promise<Browser> {
  if (!HAS_PACKAGED_BROWSER) return chromium.launch({ channel: 'chrome' })
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: packaged.args.filter((argument) => !UNWANTED.has(argument)),
  })
}
