import { link, mkdir, open, rename, rmdir, unlink } from 'node:fs/promises'

/** The system calls that open or change something: the seam where tests make a disk full or broken. */
export interface Disk {
  readonly open: typeof open
  readonly mkdir: (place: string, options: { readonly mode?: number }) => Promise<unknown>
  readonly rename: typeof rename
  readonly link: typeof link
  readonly unlink: typeof unlink
  readonly rmdir: (place: string) => Promise<unknown>
}

export const systemDisk: Disk = { open, mkdir, rename, link, unlink, rmdir }

/** Makes the names in a folder durable. Windows has no call for it. */
export async function syncFolder(disk: Disk, place: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await disk.open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
