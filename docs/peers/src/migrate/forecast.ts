/** What every tool of these pages calls: the weather, or an error where there is none. */
export async function forecast(location: string, unit: "celsius" | "fahrenheit") {
  if (location === "Atlantis") throw new Error(`nobody knows where ${location} is`);
  return { temperature: unit === "celsius" ? 4 : 39.2, unit };
}
