import type { endpoints } from '../../lib/contracts/index.ts'
import { listBanners } from '../services/banners.ts'
import type { Handlers } from './handler.ts'

/** Handlers that return the notices of the administrators to signed-in people. */
export const bannerHandlers: Handlers<(typeof endpoints)['banners'], 'user'> = {
  listBanners: ({ context }) => listBanners(context),
}
