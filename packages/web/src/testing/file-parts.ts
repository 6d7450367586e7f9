import type { Page } from 'playwright-core'

/** Where a walk finds the parts of the files of a workspace. */
export function fileParts(getPage: () => Page) {
  const tree = () => getPage().getByRole('tree', { name: 'Files' })
  const row = (name: string | RegExp) => tree().getByRole('treeitem', { name })
  const filter = () => getPage().getByRole('searchbox', { name: /^Find in/ })
  const title = (name: string) => getPage().locator('.file-head').getByRole('heading', { name, exact: true })
  const files = () => getPage().getByRole('button', { name: 'Files', exact: true })
  return { tree, row, filter, title, files }
}
