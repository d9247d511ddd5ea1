import type { DirectoryPermission } from '../../lib/contracts/index.ts'
import { useDirectories } from '../account/use-directories.ts'

/**
 * The directory in which the person acts. The pages that use it are shown only to members. Throws without a directory.
 */
export function useDirectory() {
  const { chosen } = useDirectories()
  if (!chosen) throw new Error('Choose an organisation first.')
  const { directoryId, name, permissions } = chosen
  return { directoryId, name, permissions, may: (permission: DirectoryPermission) => permissions.includes(permission) }
}
