import { buildEmbed } from '../../scripts/build-embed.ts'
import { buildPortal } from '../../scripts/build-portal.ts'

/** Builds the portal and the embedded parts once for the whole run. The test servers serve them. */
export default async function setup(): Promise<void> {
  await buildPortal()
  await buildEmbed()
}
