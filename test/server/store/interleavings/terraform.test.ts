import { terraform } from './terraform.ts'
import { tryRaces } from './try-races.ts'

tryRaces('runs of Terraform', terraform)
