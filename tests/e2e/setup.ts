import { built } from '../../scripts/builds.ts'

/** Makes the builds that several files use, because two files run at the same time. */
export default async function setup(): Promise<void> {
  await built('extension')
  await built('store')
  await built('portal')
}
