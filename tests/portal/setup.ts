import { built } from '../../scripts/builds.ts'

/** Builds the portal and the embedded parts once for the whole run. The test servers serve them. */
export default async function setup(): Promise<void> {
  await built('portal')
  await built('embed')
}
