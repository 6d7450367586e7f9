import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** Made for functions in a cloud: with these the browser would have one process and no guard between sites. */
const UNWANTED: ReadonlySet<string> = new Set([
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
  // A graphics card acted by the processor: painting would take longer than all that is tested.
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
])

const HAS_PACKAGED_BROWSER = process.platform === 'linux' && process.arch === 'x64'

/** The packaged browser is for Linux on x64; other systems use an installed Chrome, or report that there is none. */
export async function launchBrowser(): Promise<Browser | undefined> {
  if (HAS_PACKAGED_BROWSER)
    return chromium.launch({
      executablePath: await packaged.executablePath(),
      args: [...packaged.args.filter((argument) => !UNWANTED.has(argument)), '--disable-gpu'],
    })
  try {
    return await chromium.launch({ channel: 'chrome' })
  } catch (error) {
    console.warn(
      `Skipped: the walk through the page needs an installed Chrome on this system. ${String(error)}`,
    )
    return undefined
  }
}

/** The packaged browser unpacks itself at its first start, which fails if two processes do it at once. */
export async function unpackBrowser(): Promise<void> {
  if (HAS_PACKAGED_BROWSER) await packaged.executablePath()
}
