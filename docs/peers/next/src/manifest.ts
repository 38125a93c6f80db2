import { useManifest } from "@skills/core";

useManifest(require("../build/skills.manifest.json"), require("../build/skills.validators.cjs"));
