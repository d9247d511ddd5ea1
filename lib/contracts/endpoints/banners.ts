import { z } from 'zod'
import { banner } from '../administration.ts'
import { endpoint } from '../endpoint.ts'

export const bannerEndpoints = {
  listBanners: endpoint({
    method: 'GET',
    path: '/user/banners',
    audience: 'user',
    summary: 'The current notices of the administrators, oldest first.',
    response: z.object({ banners: z.array(banner) }),
  }),
} as const
