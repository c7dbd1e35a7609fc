/** The prefix of the types of profiles for dependencies that a platform team has added, as in `Terraform/cache`. */
export const terraformPrefix = 'Terraform/'
