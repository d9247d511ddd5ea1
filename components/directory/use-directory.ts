import type { DirectoryPermission } from '../../lib/contracts/index.ts'
import { useDirectories } from '../account/use-directories.ts'

/**
 * Returns the directory in which the person acts. Throws if there is none. Call it only in pages for members.
 */
export function useDirectory() {
  const { directory } = useDirectories()
  if (!directory) throw new Error('Choose an organisation first.')
  const { directoryId, name, permissions } = directory
  return { directoryId, name, permissions, may: (permission: DirectoryPermission) => permissions.includes(permission) }
}
