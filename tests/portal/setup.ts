import { buildPortal } from '../../scripts/build-portal.ts'

/** Builds the portal once for the whole run. The test servers serve it. */
export default async function setup(): Promise<void> {
  await buildPortal()
}
