import type { endpoints } from '../../lib/contracts/index.ts'
import { listBanners } from '../services/banners.ts'
import type { Handlers } from './handler.ts'

export const bannerHandlers: Handlers<(typeof endpoints)['banners'], 'user'> = {
  listBanners: ({ context, principal }) => listBanners(context, principal),
}
