import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe objects to in a page as it is now, each with the parts that it means. */
export async function axeViolations(page: Page, without: readonly string[] = []): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).disableRules([...without]).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
