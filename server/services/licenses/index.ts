export { changeLicense, deleteLicense, getAnyLicense, grantLicense, listAllLicenses } from './grant.ts'
export { products } from './products.ts'
export {
  getActiveLicenses,
  getDirectoryLicense,
  getLicense,
  listDirectoryLicenses,
  listLicenses,
} from './read.ts'
export { incrementUsage, syncLicenses } from './use.ts'
